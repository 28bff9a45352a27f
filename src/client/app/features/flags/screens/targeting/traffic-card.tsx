import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useMemo } from 'react'
import type { FlagPage } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { Environment } from '../../../../../../shared/features/projects/schemas/project.ts'
import { compactCount } from '../../../../../../shared/text/compact-count.ts'
import { lazyPart } from '../../../../components/lazy-part.ts'
import { trpc } from '../../../../trpc.ts'
import { knownVariants, variantSlots } from '../../../variants/variant-slots.ts'
import classes from './variant-values.module.css'

const VariantTraffic = lazyPart(async () => (await import('../../../traffic/variant-traffic.tsx')).VariantTraffic)

const height = 180

/** Evaluations by variant in the last 24 hours in the open environment. Empty if there were none. */
export function TrafficCard(props: { project: string; page: FlagPage; environment: Environment }): ReactNode {
  const { project, page, environment } = props
  const flag = page.flag.key
  const input = { project, environment: environment.key, flag, range: 'day' as const }
  const usage = trpc.insights.usage.useQuery(input, { staleTime: 60_000 }).data
  const document = page.heads[environment.key]?.document
  const slots = useMemo(
    () => (document === undefined ? new Map() : variantSlots(document, knownVariants(page))),
    [document, page],
  )
  if (usage === undefined || usage.total === 0) return null
  return (
    <section className={classes['card']} aria-labelledby="traffic">
      <header className={classes['cardHead']}>
        <h3 id="traffic" className={classes['cardTitle']}>
          Traffic
        </h3>
        <p>
          {compactCount(usage.total)} evaluations in {environment.name} in 24 hours
        </p>
        <Link
          to="/p/$project/flags/$flag/usage"
          params={{ project, flag }}
          search={{ env: environment.key }}
          className={classes['all']}
        >
          All usage
        </Link>
      </header>
      <div className={classes['picture']}>
        <Suspense fallback={<div style={{ height: height + 40 }} />}>
          <VariantTraffic
            usage={usage}
            slots={slots}
            height={height}
            label={`Evaluations of ${flag} in ${environment.name} by variant, in the last 24 hours`}
          />
        </Suspense>
      </div>
    </section>
  )
}
