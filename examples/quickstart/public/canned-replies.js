/** Texts that an agent inserts instead of typing them. `{name}` becomes the name of the customer. */
export const cannedReplies = [
  { title: 'Hello', text: 'Hello {name}! How can I help you?' },
  { title: 'One moment', text: 'One moment please, I will have a look.' },
  { title: 'Care', text: 'All our stoneware is dishwasher safe. Let it cool down before you take it out.' },
  { title: 'Delivery', text: 'Parcels leave on Tuesdays and Fridays, and take two days from there.' },
  { title: 'Returns', text: 'You can send back any piece within 30 days. Shall I mail you a label?' },
  { title: 'Goodbye', text: 'Thank you for writing, {name}. Have a good day!' },
]

export function filledIn({ text }, name) {
  // Without a name the text is "Hello!", not "Hello customer!".
  return name ? text.replaceAll('{name}', () => name) : text.replaceAll(/,? \{name\}/g, '')
}
