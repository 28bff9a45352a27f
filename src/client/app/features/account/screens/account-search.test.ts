import { describe, expect, it } from 'vitest'
import { loginSearch } from './account-search.ts'

describe('where the sign-in leads', () => {
  it('is a path of ours', () => {
    expect(loginSearch({ next: '/p/shop/flags?q=a' }).next).toBe('/p/shop/flags?q=a')
  })
  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 5, undefined])('is never %j', (next) => {
    expect(loginSearch({ next }).next).toBeUndefined()
  })
})
