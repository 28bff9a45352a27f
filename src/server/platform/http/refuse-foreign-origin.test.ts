import { expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { refuseForeignOrigin } from './refuse-foreign-origin.ts'

/** Whether a request is rejected, with only the fields that the check reads. */
const isRefused = (publicUrl: string | undefined, method: string, origin: string | undefined) => {
  const request = { method, headers: { origin }, host: 'flags.example:8080' }
  try {
    refuseForeignOrigin({ publicUrl } as Config, request as never)
    return false
  } catch {
    return true
  }
}

it.each<[origin: string | undefined, asked: boolean, told: boolean]>([
  [undefined, false, false],
  ['http://flags.example:8080', false, true],
  ['https://flags.example:8080', false, true],
  ['https://flags.example', true, false],
  ['http://flags.example:8081', true, true],
  ['https://elsewhere.example', true, true],
  ['null', true, true],
  ['', false, false],
])(
  'a page of %s may act where it is that of the address that is asked, or of the one that was set',
  (origin, whereNoneIsSet, whereOneIs) => {
    expect(isRefused(undefined, 'POST', origin)).toBe(whereNoneIsSet)
    expect(isRefused('https://flags.example', 'POST', origin)).toBe(whereOneIs)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(isRefused(undefined, method, origin)).toBe(false)
      expect(isRefused('https://flags.example', method, origin)).toBe(false)
    }
  },
)
