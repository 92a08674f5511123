export const GET = () => new Response('The rest of my site')
