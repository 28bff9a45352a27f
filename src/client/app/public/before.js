// Runs before the first paint and before any other script. A separate file, because the content security policy forbids
// inline scripts.

// The policy forbids `eval`. Zod tests for it when it loads, so this must be set before.
globalThis.__zod_globalConfig = { jitless: true }

// Preloads the data of the first page while the app is still loading. The app reuses these responses, so the URLs must
// equal those that trpc.ts builds.
const ask = (procedure, input) => {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const href = `/trpc/${procedure}${query}`
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }),
  )
}
ask('account.status')
const [, project] = /^\/p\/([\w.-]+)\/flags$/.exec(location.pathname) ?? []
if (project) ask('flags.list', { project, archived: false, direction: 'forward' })

try {
  const kept = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', kept === 'auto' ? system : kept)
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
