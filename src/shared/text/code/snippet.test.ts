import { describe, expect, it } from 'vitest'
import { nameOfKey, nodeSnippet } from './snippet.ts'

describe('nameOfKey', () => {
  it.each([
    ['checkout', 'checkout'],
    ['checkout-redesign', 'checkoutRedesign'],
    ['api.v2_limits', 'apiV2Limits'],
    ['2fa', 'flag2fa'],
    ['a-', 'a'],
  ])('makes %s a name: %s', (key, name) => {
    expect(nameOfKey(key)).toBe(name)
  })
})

describe('nodeSnippet', () => {
  const { install, program } = nodeSnippet({
    url: 'https://flags.example.com',
    sdkKey: 'fan_srv_x',
    flag: { key: 'checkout-redesign', type: 'boolean' },
  })
  it('installs the library from the server itself', () => {
    expect(install).toBe(
      'npm config set @fanion:registry=https://flags.example.com/npm/ --location=project && npm install @fanion/sdk',
    )
  })
  it('declares the flag by a name and its key, with the SDK key inside', () => {
    expect(program).toContain("checkoutRedesign: { key: 'checkout-redesign', type: 'boolean', default: false }")
    expect(program).toContain("key: 'fan_srv_x'")
  })
})
