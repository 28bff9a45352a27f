import { defineFlags } from '../../src/client/sdk/core/define-flags.ts'
import type { BrowserOptions } from '../../src/client/sdk/core/page.ts'
import type { OfrepServer } from './ofrep-server.ts'
import { anOfrepServer, aPage, aPageClient } from './pages.ts'

/** The application's declaration. */
export const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  limits: { type: 'object', default: { perMinute: 60 } },
})
export const on = { key: 'checkout', value: true, reason: 'STATIC', variant: 'on' }
export const off = { key: 'checkout', value: false, reason: 'DISABLED', variant: 'off' }

/** A server with checkout on. */
export const aServer = () => anOfrepServer(() => [on])

/** A page's client of that server. */
export const aClient = (
  server: OfrepServer,
  options: Partial<BrowserOptions<typeof flags>> = {},
  page = aPage(),
  connected = true,
) => aPageClient(server, flags, options, page, connected)
