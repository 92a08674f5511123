const LONGEST_URL = 2048

/** Returns the page that the customer looks at, for `monitoring` of the customer's details. */
export function pageView() {
  return {
    page: { url: location.href.slice(0, LONGEST_URL), title: document.title },
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** Returns the customer's first page for `login`, including the page that linked to it. */
export function firstPageView() {
  const { page, timezone } = pageView()
  const referrer = document.referrer.slice(0, LONGEST_URL)
  return { page: referrer === '' ? page : { ...page, referrer }, timezone }
}
