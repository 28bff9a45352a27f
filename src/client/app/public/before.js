// Runs before the first paint and before any other script; in a file of its own so that the content security policy needs
// no inline script.

// The policy forbids code made from text. Zod asks for that at its very start, so it is told before.
globalThis.__zod_globalConfig = { jitless: true }

// What the first page waits for is asked for while the app is still on its way. The app finds these answers by their
// addresses, as trpc.ts writes them.
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
