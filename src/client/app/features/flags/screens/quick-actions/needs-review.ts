import { sameJsonText } from '../../../../../../shared/datafile/same-json-text.ts'
import type { Environment, Role } from '../../../../../../shared/features/projects/schemas/project.ts'
import { allows } from '../../../../../../shared/permissions.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { requiresReview } from '../../../publishing/publish-permission.ts'

const onlyTurnsOff = (before: FlagDocument, after: FlagDocument): boolean =>
  before.on && !after.on && sameJsonText({ ...before, on: false }, after)

/** Whether a publish requires a review first. A publisher can always turn a flag off at once. */
export const needsReview = (
  role: Role | undefined,
  environment: Environment,
  before: FlagDocument,
  after: FlagDocument,
): boolean => {
  if (!onlyTurnsOff(before, after)) return requiresReview(role, environment)
  return environment.protected && role !== undefined && !allows(role, 'revision.turn-off-protected')
}
