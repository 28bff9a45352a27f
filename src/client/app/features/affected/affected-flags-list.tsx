import type { ReactNode } from 'react'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import classes from './affected-flags-list.module.css'
import { ImpactPreview } from './impact-preview.tsx'
import { otherFlagsText } from './other-flags-text.ts'
import { useOtherFlags } from './use-other-flags.ts'

/** Shows the other flags that publishing this one would affect, and who would get another variant. */
export function AffectedFlagsList(props: { project: string; environment: string; after: FlagDocument }): ReactNode {
  const { project, environment, after } = props
  const others = useOtherFlags(props)
  return (
    <>
      {others === null || others.keys.length === 0 ? null : (
        <p className={classes['others']}>{otherFlagsText(others)}</p>
      )}
      <ImpactPreview
        project={project}
        environment={environment}
        edits={[{ kind: 'flag', key: after.key, document: after }]}
      />
    </>
  )
}
