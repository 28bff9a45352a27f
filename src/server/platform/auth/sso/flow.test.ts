import { describe, expect, it } from 'vitest'
import { localRedirectPath } from './flow.ts'

const here = 'https://flags.example.com'

describe('the way back after single sign-on', () => {
  it.each(['/p/shop/flags', '/p/shop/flags?q=a', '/'])('may be %s', (to) => {
    expect(localRedirectPath(to, here)).toBe(to)
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    'http://flags.example.com/',
    '\t//evil.example',
    'https://flags.example.com@evil.example',
  ])('is home for %j', (to) => {
    expect(localRedirectPath(to, here)).toBe('/')
  })
})
