import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventParser, type StreamEvent } from './sse.ts'

const parse = (...pieces: string[]): StreamEvent[] => {
  const events: StreamEvent[] = []
  const push = createEventParser((event) => events.push(event))
  for (const piece of pieces) push(piece)
  return events
}

describe('the event stream parser', () => {
  it('tells name, data and id of an event', () => {
    expect(parse('id: 7\nevent: patch\ndata: {}\n\n')).toEqual([{ event: 'patch', data: '{}', id: '7' }])
  })

  it('joins several data lines with a newline', () => {
    expect(parse('data: a\ndata: b\n\n')[0]?.data).toBe('a\nb')
  })

  it('takes away one space after the colon, not two', () => {
    expect(parse('data:  a\n\ndata:b\n\n').map((e) => e.data)).toEqual([' a', 'b'])
  })

  it('passes over comments, unknown fields and frames without data', () => {
    expect(parse(': beat\n\nretry: 5\nother: x\n\nevent: empty\n\ndata: a\n\n')).toEqual([
      { event: 'message', data: 'a', id: '' },
    ])
  })

  it('tells that there was a comment', () => {
    let comments = 0
    const push = createEventParser(
      () => {},
      () => {
        comments += 1
      },
    )
    push(': he')
    expect(comments).toBe(0)
    push('re\n:\n\n')
    expect(comments).toBe(2)
  })

  it('keeps the last id for the events that follow', () => {
    expect(parse('id: 7\ndata: a\n\ndata: b\n\n').map((e) => e.id)).toEqual(['7', '7'])
  })

  it('ignores an id with a null character', () => {
    expect(parse('id: 7\ndata: a\n\nid: 8\0\ndata: b\n\n').map((e) => e.id)).toEqual(['7', '7'])
  })

  it('takes newline, return, and both together as one line end', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(parse(`data: a${end}data: b${end}${end}`).map((e) => e.data)).toEqual(['a\nb'])
    }
  })

  it('takes a return and a newline in two pieces as one line end', () => {
    expect(parse('data: a\r', '\ndata: b\r', '\n\r', '\n').map((e) => e.data)).toEqual(['a\nb'])
  })

  it('never tells a frame that was cut off', () => {
    expect(parse('data: whole\n\nid: 8\nevent: patch\ndata: {"from"')).toHaveLength(1)
    expect(parse('data: whole\n\ndata: no blank line after\n')).toHaveLength(1)
  })

  it('gives the same events however the text is cut', () => {
    const end = fc.constantFrom('\n', '\r', '\r\n')
    const value = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !/[\r\n\0]/.test(text))
    const line = fc
      .tuple(fc.constantFrom('data', 'event', 'id', 'retry', ''), fc.constantFrom(':', ': '), value, end)
      .map((parts) => parts.join(''))
    const text = fc.array(fc.oneof(line, end), { maxLength: 30 }).map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, fc.array(fc.nat(200), { maxLength: 10 }), (whole, cuts) => {
        const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length]
        const pieces = at.slice(1).map((to, index) => whole.slice(at[index], to))
        expect(parse(...pieces)).toEqual(parse(whole))
      }),
    )
  })
})

it('refuses an event that never ends, in one line or in many', () => {
  const parse = createEventParser(() => undefined, undefined, 1_000)
  parse(`data: ${'x'.repeat(900)}\n\n`)
  parse(`data: ${'x'.repeat(900)}\n\n`)
  expect(() => parse('x'.repeat(1_001))).toThrow('too long')
  const lines = createEventParser(() => undefined, undefined, 1_000)
  expect(() => {
    for (let count = 0; count < 300; count += 1) lines('data: x\n')
  }).toThrow('too long')
})
