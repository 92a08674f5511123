import { byId, element } from './dom.js'

const SHOP = 'Hazel & Clay'

const products = [
  {
    id: 'mug',
    name: 'Morning mug',
    price: '€ 28',
    text: 'Holds 300 ml and your hand. Oat glaze over toasted clay, dishwasher safe.',
  },
  {
    id: 'bowl',
    name: 'Tide bowl',
    price: '€ 36',
    text: 'Wide enough for noodles, deep enough for soup. Sea-green glaze, no two alike.',
  },
  {
    id: 'vase',
    name: 'Bud vase',
    price: '€ 42',
    text: 'Room for three stems and no more. Unglazed outside, watertight inside.',
  },
  {
    id: 'teapot',
    name: 'Harbour teapot',
    price: '€ 94',
    text: 'Pours without a drip. One litre, with a strainer that comes out for cleaning.',
  },
  {
    id: 'plate',
    name: 'Supper plate',
    price: '€ 32',
    text: 'Twenty-six centimetres, with a rim that keeps the sauce where it belongs.',
  },
  {
    id: 'planter',
    name: 'Sill planter',
    price: '€ 48',
    text: 'With a saucer, a drainage hole and a taste for southern windows.',
  },
]

let basketCount = 0

byId('products').append(...products.map(card))
byId('product-add').addEventListener('click', () => {
  basketCount += 1
  byId('basket-count').value = String(basketCount)
})
addEventListener('hashchange', () => {
  showPage()
  byId('product-name').focus()
  scrollTo({ top: 0 })
  // The chat shows the agent which page the customer looks at.
  dispatchEvent(new Event('pagechange'))
})
showPage()

function card({ id, name, price }) {
  return element(
    'li',
    {},
    element(
      'a',
      { class: 'product', href: `#${id}` },
      element('span', { class: 'product-picture' }, picture(id)),
      element('span', { class: 'product-name' }, name),
      element('span', { class: 'price' }, price),
    ),
  )
}

function picture(id) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  svg.setAttribute('viewBox', '0 0 200 160')
  svg.setAttribute('aria-hidden', 'true')
  use.setAttribute('href', `/products.svg#${id}`)
  svg.append(use)
  return svg
}

function showPage() {
  const product = products.find(({ id }) => `#${id}` === location.hash)
  byId('shop-overview').hidden = product !== undefined
  byId('product-page').hidden = product === undefined
  document.title = product === undefined ? `${SHOP}: handmade stoneware` : `${product.name} · ${SHOP}`
  if (product === undefined) return
  byId('product-picture').replaceChildren(picture(product.id))
  byId('product-name').textContent = product.name
  byId('product-price').textContent = product.price
  byId('product-text').textContent = product.text
}
