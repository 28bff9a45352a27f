/** Documentation pages that the product links to. Every server hosts them. */
export const docsPages = {
  home: '/docs/',
  segments: '/docs/guides/targeting#use-an-audience-twice',
  ramps: '/docs/guides/ramps',
  promises: '/docs/promises',
  metrics: '/docs/guides/events#define-a-metric',
  events: '/docs/guides/events',
  sources: '/docs/guides/sources',
  keepYourSdk: '/docs/guides/keep-your-sdk',
  switching: '/docs/switching',
  webhooks: '/docs/guides/webhooks',
  commands: '/docs/reference/commands',
} as const
export type DocsPage = keyof typeof docsPages
