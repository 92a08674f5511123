const LONGEST_URL = 2048

/** What the customer looks at, as `monitoring` of the customer's details. */
export function pageView() {
  return {
    page: { url: location.href.slice(0, LONGEST_URL), title: document.title },
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The same at `login`, when it is also told where the customer came from. */
export function firstPageView() {
  const { page, timezone } = pageView()
  const referrer = document.referrer.slice(0, LONGEST_URL)
  return { page: referrer === '' ? page : { ...page, referrer }, timezone }
}
