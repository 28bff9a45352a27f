import { randomUUID } from 'node:crypto'
import { headsOf } from '../../src/server/features/publishing/queries.ts'
import { Intake } from '../../src/server/features/usage/intake.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import type { Via } from '../../src/server/platform/event-store/rows.ts'
import type { EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import { createVault, type Vault } from '../../src/server/platform/kernel/vault.ts'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import type { ReportedEvent, ReportedExposure } from '../../src/shared/features/usage/schemas/tracked.ts'
import { limits } from '../../src/shared/limits.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aDatafile } from './builders.ts'

/** A seeded random number generator for [0, 1) (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The events a user generates, depending on their variant: keys, or events with values and properties. */
export type UserEvents = (
  variant: string,
  chance: () => number,
) => readonly (string | Pick<ReportedEvent, 'event' | 'value' | 'properties'>)[]

/** An application that evaluates the published flag for users, and reports exposures and events. */
export const exposingApplication = (
  db: Db,
  now: () => Date,
  vault: Vault = createVault('of this test'),
  intake = new Intake(db, postgresqlStore, vault, now),
) => {
  const send = async (environmentId: string, via: Via, exposures: ReportedExposure[], events: ReportedEvent[]) => {
    const at = limits.rowsPerBatch / 2
    for (let from = 0; from < Math.max(exposures.length, events.length); from += at) {
      await intake.record(
        { environmentId, via, sees: () => true },
        {
          ...{ batch: randomUUID(), sentAt: now().toISOString(), sdk: 'test', dropped: 0 },
          ...{ exposures: exposures.slice(from, from + at), events: events.slice(from, from + at) },
        },
      )
    }
  }
  return {
    vault,
    intake,
    /** Serves users. Returns how many got each variant from a measured rule. */
    serve: async (
      { environment }: Pick<EnvironmentCtx, 'environment'>,
      flag: string,
      users: readonly string[],
      {
        does = () => [],
        via = 'server',
        chance = seeded(1),
        silent = () => false,
        isTold = false,
      }: {
        does?: UserEvents
        via?: Via
        chance?: () => number
        /** Whether a user's exposure is lost in transit. */
        silent?: (variant: string) => boolean
        /** The intake already knows the current flag, so its cache is kept. */
        isTold?: boolean
      } = {},
    ): Promise<Record<string, number>> => {
      // As on a server that was notified of the publish.
      if (!isTold) intake.forget()
      const [head] = await headsOf(db, environment, [{ kind: 'flag', key: flag }])
      const compiled = compile(aDatafile([head?.document as FlagDocument]), { ...everyFamily })
      const [exposures, events]: [ReportedExposure[], ReportedEvent[]] = [[], []]
      const given: Record<string, number> = {}
      const at = now().toISOString()
      for (const unit of users) {
        const { variant, measured } = evaluate(compiled, flag, { targetingKey: unit }, now().getTime())
        if (variant === null || variant === undefined) continue
        if (measured) {
          given[variant] = (given[variant] ?? 0) + 1
          if (!silent(variant)) exposures.push({ run: measured.run, variant, unit, at })
        }
        for (const done of does(variant, chance))
          events.push({ ...(typeof done === 'string' ? { event: done } : done), unit, at })
      }
      await send(environment.id, via, exposures, events)
      return given
    },
  }
}
