// Handles every request of the site that does not belong to Parley.
export const GET = () => new Response('The rest of my site')
