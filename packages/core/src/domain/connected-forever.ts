/** `onlineUntil` while somebody is connected: later than every instant, and exactly representable in every storage. */
export const connectedForever = 9_007_199_254_740_991
