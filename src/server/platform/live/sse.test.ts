import { expect, it } from 'vitest'
import { frameOfBytes } from './sse.ts'

it('an event of bytes is made once, and another for another name, number or other bytes', () => {
  const json = Buffer.from('{}')
  const one = frameOfBytes('datafile', json, 7)
  expect(one.toString()).toBe('event: datafile\nid: 7\ndata: {}\n\n')
  expect(frameOfBytes('datafile', json, 7)).toBe(one)
  expect(frameOfBytes('put', json, 7).toString()).toBe('event: put\nid: 7\ndata: {}\n\n')
  expect(frameOfBytes('datafile', json, 8).toString()).toBe('event: datafile\nid: 8\ndata: {}\n\n')
  expect(frameOfBytes('datafile', Buffer.from('[]'), 7).toString()).toBe('event: datafile\nid: 7\ndata: []\n\n')
})
