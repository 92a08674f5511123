/** Words for passwords that people type: short, and spelled as they sound. */
export const words: readonly string[] = (
  'acorn amber anchor apple arbor aspen autumn basil beacon birch biscuit blossom bramble breeze ' +
  'brook butter cactus candle canyon cedar cherry cinder citrus clover cobalt comet copper coral ' +
  'cotton cricket crystal daisy delta ember falcon feather fennel fern fiddle finch forest garden ' +
  'ginger glacier granite harbor hazel heather honey indigo island ivory jasmine juniper kettle ' +
  'lagoon lantern lavender lemon lilac linen lotus maple marble meadow mellow mint mosaic nectar ' +
  'nutmeg oasis ocean olive orchard otter paper pebble pepper pine plum pocket poppy quartz quill ' +
  'rain raven river robin rosemary saffron sage sailor silver sparrow spruce starling summer sunset ' +
  'thistle thunder timber tulip velvet violet walnut willow winter'
).split(' ')
