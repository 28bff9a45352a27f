import type { Browser, Page } from 'playwright-core'

const credentials = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }

export type Cookie = { name: string; value: string; url: string }

/** Sets up a new server and returns the owner's session. */
export async function signUp(url: string): Promise<Cookie> {
  const body = JSON.stringify(credentials)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/trpc/account.setUp`, { method: 'POST', headers, body })
  const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
  return { name, value, url }
}

/** Returns a signed-in page in a new browser context. */
export async function aPage(from: Browser, cookie: Cookie): Promise<Page> {
  const context = await from.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    baseURL: cookie.url,
  })
  await context.addCookies([cookie])
  return context.newPage()
}
