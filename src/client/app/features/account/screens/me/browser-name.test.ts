import { describe, expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1', 'Safari on iPhone'],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown'],
  ])('is read from %j', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name)
  })
})
