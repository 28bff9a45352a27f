import { expect, it } from 'vitest'
import { requestId } from './request-id.ts'

const idOf = (given: string | string[] | undefined, isBetween: boolean) =>
  // The function uses only these arguments.
  requestId({ headers: { 'x-request-id': given } } as never, {
    proxies: { isBetween: () => isBetween } as never,
    newId: () => 'a new one',
  })

it.each([
  ['of-proxy', true],
  ['A.b_c-0123', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['of-prox', false],
  ['of proxy 1', false],
  ['of-proxy\n', false],
  ['', false],
])('the id %j is that of a request where a proxy of the operator’s gave it: %s', (given, isWellFormed) => {
  expect(idOf(given, true)).toBe(isWellFormed ? given : 'a new one')
  expect(idOf(given, false)).toBe('a new one')
})

it('a request without one, or with several, has a new one', () => {
  for (const given of [undefined, ['of-proxy', 'of-proxy']]) expect(idOf(given, true)).toBe('a new one')
})
