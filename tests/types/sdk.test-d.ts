// Usages of flags that must compile and usages that must not. Checked by `tsc -b`, never run.
import type { Hook as OpenFeatureHook } from '@openfeature/server-sdk'
import { createFanion as createPage } from '../../src/client/sdk/browser/index.ts'
import type { Details, ErrorCode, Reason } from '../../src/client/sdk/core/details.ts'
import { createFanion, defineEvents, defineFlags, type Fanion, objectFlag } from '../../src/client/sdk/node/index.ts'
import { FanionProvider, useFlag, useFlagSuspense, useTrack } from '../../src/client/sdk/react/index.ts'
import { testFanion } from '../../src/client/sdk/testing/index.ts'
import { showToolbar } from '../../src/client/sdk/toolbar/index.ts'
import type { EvaluationErrorCode, Reason as WireReason } from '../../src/shared/schemas/evaluation.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

type Limits = { perMinute: number; burst?: 'soft' | 'hard' }
const flags = defineFlags({
  checkout: { type: 'boolean', default: false },
  hero: { key: 'hero-layout', type: 'string', variants: ['classic', 'compact'], default: 'classic' },
  banner: { type: 'string', default: '' },
  columns: { type: 'number', variants: [2, 3], default: 2 },
  ratio: { type: 'number', default: 0.5 },
  limits: objectFlag<Limits>({ perMinute: 60 }),
  theme: { type: 'object', default: { dark: true, sizes: [1, 2] } },
})
const fanion = createFanion({ url: '', key: '', flags })
const call = fanion.flags

// Each call returns the declared type.
holds<Equal<ReturnType<typeof call.checkout>, boolean>>()
holds<Equal<ReturnType<typeof call.hero>, 'classic' | 'compact'>>()
holds<Equal<ReturnType<typeof call.banner>, string>>()
holds<Equal<ReturnType<typeof call.columns>, 2 | 3>>()
holds<Equal<ReturnType<typeof call.ratio>, number>>()
holds<Equal<ReturnType<typeof call.limits>, { readonly perMinute: number; readonly burst?: 'soft' | 'hard' }>>()
holds<Equal<ReturnType<typeof call.theme>, { readonly dark: boolean; readonly sizes: readonly number[] }>>()
holds<Equal<ReturnType<typeof call.hero.details>, Details<'classic' | 'compact'>>>()

// The public types are written by hand, so that no declaration refers to zod, and must equal the schemas.
// One reason exists only in SDKs: an override replaced the value.
holds<Equal<Exclude<Reason, 'OVERRIDE'>, WireReason>>()
holds<Equal<ErrorCode, EvaluationErrorCode>>()

// Undeclared flag.
// @ts-expect-error there is no flag of this name
call.chekout()
// @ts-expect-error flags are called by their name in the program, not by their key
call['hero-layout']()

// Value used as another type.
// @ts-expect-error a boolean is no text
call.checkout().trim()
// @ts-expect-error 'wide' is none of the variants
const wide: 'wide' = call.hero()
// @ts-expect-error the field is a number
const text: string = call.limits().perMinute

// A context without a type accepts any attribute, but its targeting key is text.
call.checkout()
call.checkout({ targetingKey: 'user-1', anything: { at: ['all'] } })
// @ts-expect-error the targeting key is text
call.checkout({ targetingKey: 7 })

// A typed context must have the required attributes.
interface Shopper {
  targetingKey: string
  country: 'NO' | 'DE'
  plan?: string
}
const shop = createFanion({
  url: '',
  key: '',
  flags: defineFlags<Shopper>()({ checkout: { type: 'boolean', default: false } }),
}).flags
shop.checkout({ targetingKey: 'user-1', country: 'NO' })
holds<Equal<ReturnType<typeof shop.checkout>, boolean>>()
// @ts-expect-error a context is required
shop.checkout()
// @ts-expect-error the country is missing
shop.checkout({ targetingKey: 'user-1' })
// @ts-expect-error there is no such country
shop.checkout({ targetingKey: 'user-1', country: 'SE' })
// @ts-expect-error nobody declared this attribute
shop.checkout({ targetingKey: 'user-1', country: 'NO', contry: 'NO' })
// @ts-expect-error the same holds for the details
shop.checkout.details({ targetingKey: 'user-1' })

// Invalid declarations.
// Each causes one error, at the invalid field.
defineFlags({
  hero: {
    type: 'string',
    variants: ['classic', 'compact'],
    // @ts-expect-error the default is none of the variants
    default: 'wide',
  },
  columns: {
    type: 'number',
    variants: [2, 3],
    // @ts-expect-error the default is none of the variants
    default: 4,
  },
  banner: {
    type: 'string',
    // @ts-expect-error there is no such field
    varients: ['classic', 'compact'],
    default: 'classic',
  },
  limits: {
    type: 'object',
    default: {},
    // @ts-expect-error there is no such field, whatever is in it
    burst: true,
  },
  checkout: {
    type: 'boolean',
    default: false,
    // @ts-expect-error a boolean has no variants to choose
    variants: [true],
  },
})
defineFlags<Shopper>()({
  hero: {
    type: 'string',
    variants: ['classic', 'compact'],
    // @ts-expect-error the default is none of the variants
    default: 'wide',
  },
})
// @ts-expect-error the default is of another type
defineFlags({ checkout: { type: 'boolean', default: 'yes' } })
// @ts-expect-error there is no such type
defineFlags({ since: { type: 'date', default: '2026-11-20' } })
// @ts-expect-error a default is required
defineFlags({ checkout: { type: 'boolean' } })
// @ts-expect-error the default lacks a field of the type
objectFlag<Limits>({})

// Flag values are deeply readonly.
const nested = createFanion({
  url: '',
  key: '',
  flags: defineFlags({ tree: objectFlag<{ leaves: { sizes: number[] }[] }>({ leaves: [] }) }),
}).flags.tree()
// @ts-expect-error it is read-only
nested.leaves = []
// @ts-expect-error its list is, too
nested.leaves.push({ sizes: [] })
// @ts-expect-error and the lists within
nested.leaves[0]?.sizes.push(1)

// Options may be undefined, which exactOptionalPropertyTypes distinguishes from omitted.
createFanion({ url: '', key: '', flags, telemetry: undefined, bootstrap: undefined, cacheFile: undefined })
createPage({ url: '', key: '', flags, answers: undefined, telemetry: undefined, context: undefined })
call.checkout({ targetingKey: undefined })
call.checkout(undefined)

// Event payloads are typed by the event name.
fanion.on('change', ({ revision, keys }) => revision + keys.length)
// @ts-expect-error there is no such event
fanion.on('changed', () => {})
// @ts-expect-error a change has no value
fanion.on('change', ({ value }) => value)

// The generic method, for adapters, preserves the type of the default.
holds<Equal<typeof dynamic, Details<'a' | 'b'>>>()
const dynamic = fanion.evaluate({ key: 'x', type: 'string', default: 'a' as 'a' | 'b' })

// A page sets its context once, so its calls take none.
const page = createPage({ url: '', key: '', flags, context: { targetingKey: 'user-1' } })
holds<Equal<ReturnType<typeof page.flags.hero>, 'classic' | 'compact'>>()
// @ts-expect-error the context is the page's
page.flags.checkout({ targetingKey: 'user-2' })
const shopFlags = defineFlags<Shopper>()({ checkout: { type: 'boolean', default: false } })
const shopPage = createPage({ url: '', key: '', flags: shopFlags, context: { targetingKey: 'user-1', country: 'NO' } })
// the toolbar accepts a client with any context type
showToolbar(shopPage, shopFlags)
// @ts-expect-error the country is missing
createPage({ url: '', key: '', flags: shopFlags, context: { targetingKey: 'user-1' } })
// @ts-expect-error the country is missing
void shopPage.setContext({ targetingKey: 'user-2' })
// @ts-expect-error a context is required
createPage({ url: '', key: '', flags: shopFlags })
const shopProgram = createFanion({ url: '', key: '', flags: shopFlags })
shopProgram.getBootstrap({ targetingKey: 'user-1', country: 'NO' })
// @ts-expect-error what a page is handed over is for a whole context
shopProgram.getBootstrap()
// @ts-expect-error nobody declared this attribute
shopProgram.getBootstrap({ targetingKey: 'user-1', contry: 'NO' })
fanion.getBootstrap()
// the old name remains for existing applications
fanion.handOver()
const bound = shopProgram.for({ targetingKey: 'user-1', country: 'NO' })
holds<Equal<ReturnType<typeof bound.flags.checkout>, boolean>>()
holds<Equal<ReturnType<typeof bound.flags.checkout.peek>, boolean>>()
// @ts-expect-error the country is missing
shopProgram.for({ targetingKey: 'user-1' })
// @ts-expect-error the context is known already
bound.flags.checkout({ targetingKey: 'user-1', country: 'NO' })
const useCheckout = () => useFlag(shopFlags.checkout)
holds<Equal<ReturnType<typeof useCheckout>, boolean>>()
// @ts-expect-error there is no flag of this name
const useNothing = () => useFlag(shopFlags.chekout)
const tree = FanionProvider({ fanion: shopPage })

// A test client has the application's types and accepts values for its flags.
const tested = testFanion(shopFlags, { checkout: true })
holds<Equal<ReturnType<typeof tested.flags.checkout>, boolean>>()
tested.set({ checkout: false })
// @ts-expect-error a text is no boolean
tested.set({ checkout: 'on' })
// @ts-expect-error there is no flag of this name
tested.set({ chekout: true })
// @ts-expect-error nor a document of one
tested.rules('chekout', {})
// @ts-expect-error the country is missing
tested.flags.checkout({ targetingKey: 'user-1' })
const asProgram: Fanion<typeof shopFlags> = tested

// OpenFeature's own hooks are valid hooks.
declare const theirHook: OpenFeatureHook
createFanion({ url: '', key: '', flags, hooks: [theirHook] })
const useHero = () => useFlagSuspense(flags.hero)
holds<Equal<ReturnType<typeof useHero>, 'classic' | 'compact'>>()

export { asProgram, text, tree, useNothing, wide }

// Events are typed by `defineEvents`. Without declarations, any event is accepted.
const events = defineEvents({
  purchase: { value: true, properties: { plan: ['free', 'gold'], items: 'number', first: 'boolean' } },
  'search-failed': {},
})
const told = createFanion({ url: '', key: '', flags, events })
told.track('purchase', { targetingKey: 'u' }, { value: 49.9, properties: { plan: 'gold', items: 3, first: true } })
told.track('search-failed', { targetingKey: 'u' })
// @ts-expect-error there is no such event
told.track('purchased', {})
// @ts-expect-error the event carries no number
told.track('search-failed', {}, { value: 1 })
// @ts-expect-error the text is none of those declared
told.track('purchase', {}, { properties: { plan: 'silver' } })
// @ts-expect-error the property is a number
told.track('purchase', {}, { properties: { items: 'three' } })
// @ts-expect-error there is no such property
told.track('purchase', {}, { properties: { other: 1 } })
fanion.track('whatever', {}, { value: 1, properties: { a: 'b' } })
const eventful = createPage({ url: '', key: '', flags: {}, events })
eventful.track('purchase', { value: 1 })
// @ts-expect-error there is no such event
eventful.track('purchased')
export const Tracked = () => {
  const track = useTrack<typeof events>()
  track('purchase', { value: 1 })
  // @ts-expect-error there is no such event
  track('purchased')
}
