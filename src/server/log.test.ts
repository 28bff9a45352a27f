import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

const written = (level: string, act: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = []
  act(createLog(level, { write: (line) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

describe('the log', () => {
  it('has a line of JSON with time, level, message and details', () => {
    expect(written('info', (log) => log.warn({ keyId: 'k1', ms: 3 }, 'a key ended'))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'warn',
        message: 'a key ended',
        keyId: 'k1',
        ms: 3,
      },
    ])
  })

  it.each([
    ['silent', []],
    ['error', ['error']],
    ['warn', ['error', 'warn']],
    ['info', ['error', 'warn', 'info']],
    ['debug', ['error', 'warn', 'info']],
  ])('at %s has %j', (level, expected) => {
    const lines = written(level, (log) => {
      log.error({}, 'one')
      log.warn({}, 'two')
      log.info({}, 'three')
    })
    expect(lines.map((line) => line.level)).toEqual(expected)
  })

  it('writes details that hold themselves', () => {
    const details: Record<string, unknown> = { reason: 'x' }
    details['self'] = details
    expect(written('info', (log) => log.info(details, 'once'))).toMatchObject([{ reason: 'x', message: 'once' }])
  })
})
