import type { Context } from '../../../../../shared/schemas/context.ts'
import { askImported } from '../../../../../shared/vendors/importing/ask-imported.ts'
import type { Imported } from '../../../../../shared/vendors/importing/imported.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/** The documents of ours for whoever is asked, and for whoever served the users. */
type Both = { readonly asked: Imported; readonly served: Imported }

/**
 * The SDK of a vendor whose server evaluated, and cannot be asked: it stands for the server wherever the two evaluate alike,
 * as far as is known of them; elsewhere nobody is asked.
 */
export const whereAlike =
  (open: OpenSdk, compileBoth: (document: unknown) => Both): OpenSdk =>
  async (given) => {
    const sdk = await open(given)
    if (sdk === null) return null
    const both = compileBoth(given.document)
    const [asked, served] = await Promise.all([both.asked, both.served].map((one) => askImported(one, given.nowMs)))
    const left = new Set(
      both.asked.findings.flatMap(({ severity, subject }) => (severity === 'block' ? [subject] : [])),
    )
    return {
      ...sdk,
      theirs: (flag, context) => {
        const ours = (sdk.contextOf?.(context) ?? context) as Context
        const answers = [asked, served].map((ask) => JSON.stringify(ask && sdk.inTheirText(ask(flag, ours), flag)))
        return left.has(`flag ${flag}`) || answers[0] !== answers[1] ? null : sdk.theirs(flag, context)
      },
    }
  }
