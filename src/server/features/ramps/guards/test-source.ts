import type { GuardData } from '../../../../shared/features/ramps/guard-question.ts'
import type { GuardSourceAnswer } from '../../../../shared/features/ramps/schemas/guard.ts'
import type { ProjectCtx, SecretCtx } from '../../../platform/kernel/ctx.ts'
import type { PrivateAddressAllowance } from '../../../platform/outbound/allowance.ts'
import { getGuardSource, guardSecretPurpose } from './guard-sources.ts'
import { type GuardSourceAccess, queryPrometheus, queryVerdictService } from './query-guard-source.ts'

type TestCtx = ProjectCtx & SecretCtx & { readonly allowPrivateAddresses: PrivateAddressAllowance }

/** A query that every Prometheus answers with one number. */
const plainQuery = 'vector(1)'

/**
 * Queries a source once, as guards do: with its secret and address checks. A verdict service is told that this is a
 * test about no ramp. The result has no consequences. Throws `source/not-found`.
 */
export async function testGuardSource(ctx: TestCtx, { key }: { key: string }): Promise<GuardSourceAnswer> {
  const { kind, url, sealed } = await getGuardSource(ctx, key)
  const secret = sealed === null ? null : ctx.vault.open(sealed, guardSecretPurpose)
  const source: GuardSourceAccess = { url, secret, allowPrivate: ctx.allowPrivateAddresses }
  const from = ctx.now().getTime()
  const reading =
    kind === 'prometheus'
      ? await queryPrometheus(source, plainQuery)
      : await queryVerdictService(source, {
          id: ctx.newId(),
          at: ctx.now(),
          question: { project: ctx.project.key, ramp: null, isTest: true },
        })
  return { ok: reading.kind !== 'unknown', text: textOf(reading), ms: ctx.now().getTime() - from }
}

const textOf = (reading: GuardData): string => {
  if (reading.kind === 'unknown') return reading.problem
  if (reading.kind !== 'verdict') return 'It answers.'
  return reading.reason === null ? `It says ${reading.verdict}.` : `It says ${reading.verdict}: ${reading.reason}`
}
