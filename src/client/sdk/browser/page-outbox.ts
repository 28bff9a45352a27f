import { unitText } from '../../../shared/engine/bucketing/native.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { AnyEvents } from '../core/define-events.ts'
import type { Attributes } from '../core/define-flags.ts'
import { createFaults } from '../core/faults.ts'
import { createOutbox, type Outbox } from '../core/outbox.ts'
import type { PageChange, PageOptions } from '../core/page.ts'
import type { StatusEvents } from '../core/status-events.ts'
import { pagePlatformOf } from './page-platform.ts'
import type { BrowserPlatform } from './platform.ts'

/** A row to report: an exposure of a measured rule, or a tracked event. */
export type PageRow = {
  readonly context: Attributes
  readonly at: number
  readonly run?: number
  readonly by?: string | undefined
  readonly variant?: string | undefined
  readonly event?: string
  readonly details?: { readonly value?: number; readonly properties?: object } | undefined
}

/**
 * Creates the outbox of a page, loaded with the first row. Batches are sent within one second, and at once when the
 * page is hidden.
 */
export const pageOutbox = (
  given: BrowserPlatform,
  options: PageOptions<AnyFlags, AnyEvents>,
  url: string,
  key: string,
  answers: () => ReadonlyMap<string, Answer>,
  hearing: StatusEvents<PageChange>,
): { readonly tell: (row: PageRow) => void; readonly close: Outbox['close'] } => {
  const name = `fanion:outbox:${key.slice(8, 24)}`
  const platform = { ...pagePlatformOf(given), ...given }
  const { fault } = createFaults(hearing, given, options.logger)
  const outbox = createOutbox(
    {
      ...platform,
      newId: () => globalThis.crypto?.randomUUID?.() ?? randomId(platform.random),
      // `keepalive`: the last batch must survive unload.
      fetch: (to, init) => platform.fetch(to, { ...init, keepalive: true }),
    },
    {
      url,
      headers: { authorization: `Bearer ${key}` },
      closesMs: 1_000,
      kept:
        options.storage === false
          ? null
          : {
              read: async () => given.recall(name),
              write: async (text) => given.keep(name, text),
              maxBytes: 256 * 1024,
            },
      fault,
    },
  )
  const stopHiding = platform.onVisibility((visible) => visible || void outbox.flush())
  // The attributes that measured rules split by.
  const kinds = () => [...new Set([...answers().values()].flatMap(({ metadata }) => metadata?.by ?? []))]
  const unitOf = (context: Attributes, by: string) => unitText(context[by])
  return {
    tell: ({ context, at: ms, run, by, variant, event, details }) => {
      const at = new Date(ms).toISOString()
      const unit = unitOf(context, by ?? 'targetingKey')
      if (!unit) return event && fault(`track: ${event} has no targeting key`)
      if (event === undefined) return outbox.add('exposures', { run, variant, unit, by, at })
      const units = kinds().map((kind) => [kind, unitOf(context, kind)] as const)
      const also = units.length === 0 ? undefined : Object.fromEntries(units.filter(([, text]) => text))
      outbox.add('events', { event, unit, also, at, value: details?.value, properties: details?.properties })
    },
    close: async () => {
      stopHiding()
      await outbox.close()
    },
  }
}

/** Generates a version 4 UUID. `crypto.randomUUID` is missing on plain HTTP. */
const randomId = (random: () => number): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16))
