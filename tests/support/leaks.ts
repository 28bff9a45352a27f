import { afterAll } from 'vitest'

// one list for the process, also where its files have their modules loaded anew
const held = globalThis as typeof globalThis & { fanionLeaks?: string[] }

const listen = (): string[] => {
  const leaks: string[] = []
  process.on('warning', ({ name, message }) => {
    if (name === 'MaxListenersExceededWarning') leaks.push(message)
  })
  return leaks
}

const leaks = (held.fanionLeaks ??= listen())

// an operator would read it in the log, and take it for one
afterAll(() => {
  const found = leaks.splice(0)
  if (found.length > 0) throw new Error(found.join('\n'))
})
