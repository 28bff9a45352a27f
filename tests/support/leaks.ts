import { afterAll } from 'vitest'

// One list per process, even if modules are loaded again for each file.
const held = globalThis as typeof globalThis & { fanionLeaks?: string[] }

const listen = (): string[] => {
  const leaks: string[] = []
  process.on('warning', ({ name, message }) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message)
  })
  return leaks
}

const leaks = (held.fanionLeaks ??= listen())

// Operators would see the warning in the log and take it for a leak.
afterAll(() => {
  const found = leaks.splice(0)
  if (found.length > 0) throw new Error(found.join('\n'))
})
