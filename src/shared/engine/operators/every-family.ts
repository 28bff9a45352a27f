import type { OptionalModules } from '../optional-module.ts'
import { safeContext } from '../safe-context.ts'
import * as instant from './instant.ts'
import * as network from './network.ts'
import * as number from './number.ts'
import * as set from './set.ts'
import * as text from './text.ts'
import * as semver from './version.ts'

/** All native operators and the shield, for callers that must evaluate any native flag synchronously. */
export const everyFamily = {
  instant,
  network,
  number,
  semver,
  set,
  text,
  shield: safeContext,
} satisfies OptionalModules
