export type Name = 'Ada' | 'Casey'

export type Step =
  | { readonly who: Name; readonly text: string }
  /** The person's node is killed while they send this message, so it is unknown whether it was stored. */
  | { readonly who: Name; readonly isCutOffSaying: string }
  /** The killed node starts again. */
  | 'the node starts again'

export const conversation: readonly Step[] = [
  { who: 'Casey', text: 'Hello! I look for hiking boots, in size 43.' },
  { who: 'Ada', text: 'Good morning, Casey. For the mountains, or for the woods?' },
  { who: 'Casey', text: 'The Alps, a week from hut to hut.' },
  { who: 'Ada', isCutOffSaying: 'Then the Trango is what you want: stiff, and waterproof.' },
  { who: 'Casey', text: 'I have wide feet, by the way.' },
  { who: 'Casey', text: 'And the last pair hurt at the heel.' },
  { who: 'Ada', text: 'Wide feet: take the Trango in its wide form.' },
  'the node starts again',
  { who: 'Casey', text: 'Do you have it in green?' },
  { who: 'Ada', text: 'In green, and in grey.' },
  { who: 'Casey', isCutOffSaying: 'Green it is. How long does it take?' },
  { who: 'Ada', text: 'While you think about it: gaiters are half price.' },
  { who: 'Ada', text: 'Boots leave us on the day you order.' },
  { who: 'Casey', text: 'Then I order both. Thank you!' },
  'the node starts again',
  { who: 'Ada', text: 'Thank you, and have a good walk.' },
]
