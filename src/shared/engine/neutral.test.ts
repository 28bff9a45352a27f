import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const vendors = [
  ...['launchdarkly', 'unleash', 'growthbook', 'flagsmith', 'configcat', 'posthog', 'featurevisor', 'flagd', 'goff'],
  ...['go-feature-flag', 'statsig', 'optimizely', 'split\\.io', 'eppo', 'devcycle', 'vercel'],
]
const named = new RegExp(`(?<![a-z])(?:${vendors.join('|')})(?![a-z])`, 'i')

describe('the evaluator', () => {
  it('names no vendor: what they differ in is data', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.filter((file) => named.test(readFileSync(join(import.meta.dirname, file), 'utf8')))).toEqual([])
  })
})
