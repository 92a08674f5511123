// It answers all that the site is asked beside Parley.
export const GET = () => new Response('The rest of my site')
