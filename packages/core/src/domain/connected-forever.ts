/** Value of `onlineUntil` while an agent is connected: later than every instant, and exact in every storage. */
export const connectedForever = 9_007_199_254_740_991
