// Before the first paint, in a file of its own so that the content security policy needs no inline script.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-mantine-color-scheme', kept === 'auto' ? system : kept)
} catch {
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light')
}
