import { createFanion, defineFlags } from '../../../client/sdk/node/index.ts'
import type { Demo } from './fill-demo-project.ts'
import { flagPopularity } from './flag-popularity.ts'
import { flags } from './shop.ts'
import { visitors } from './visitors.ts'

/** Number of running applications by environment. */
const programs: Readonly<Record<string, number>> = { development: 1, staging: 2, production: 4 }
const roundMs = 5_000
/** Visits per application and round. */
const visits = 25

const declarations = {
  boolean: { type: 'boolean', default: false },
  string: { type: 'string', default: '' },
  number: { type: 'number', default: 0 },
  object: { type: 'object', default: {} },
} as const

/** The flags that the shop's code reads. */
const declared = defineFlags(
  Object.fromEntries(
    flags
      .filter(({ create }) => create.key in flagPopularity)
      .map(({ create: { key, type = 'boolean' } }) => [key, declarations[type]]),
  ),
)

/**
 * Runs a few applications of the shop with the regular SDK: they evaluate flags for visitors, and report counts and
 * contexts. Returns a function that stops them.
 */
export function startTraffic(demo: Pick<Demo, 'url' | 'keys'>): () => Promise<void> {
  const running = Object.entries(programs).flatMap(([environment, count]) => {
    const key = demo.keys[environment]?.server
    return key === undefined
      ? []
      : Array.from({ length: count }, () => createFanion({ url: demo.url, key, flags: declared, logger: silent }))
  })
  let visitor = 0
  const timer = setInterval(() => {
    for (const program of running)
      for (let visit = 0; visit < visits; visit += 1) {
        const context = visitors[(visitor += 7) % visitors.length] ?? {}
        for (const [key, often] of Object.entries(flagPopularity))
          if ((visitor * 0.618) % 1 < often) program.flags[key]?.(context)
        if ((visitor * 0.414) % 1 < 0.004) program.track('order-placed', context, { value: 20 + (visitor % 90) })
      }
  }, roundMs).unref()
  return async () => {
    clearInterval(timer)
    await Promise.all(running.map((program) => program.close()))
  }
}

const silent = { warn: () => undefined }
