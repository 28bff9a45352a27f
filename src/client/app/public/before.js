// Runs before the first paint and before any other script; in a file of its own so that the content security policy needs
// no inline script.

// The policy forbids code made from text. Zod asks for that at its very start, so it is told before.
globalThis.__zod_globalConfig = { jitless: true }

try {
  const kept = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', kept === 'auto' ? system : kept)
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
