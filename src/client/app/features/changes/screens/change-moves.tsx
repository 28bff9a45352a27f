import type { ReactNode } from 'react'
import type { Change, ShownEntry } from '../../../../../shared/features/changes/schemas/change.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import type { ProposedDocument } from '../../affected/effect-question.ts'
import { ImpactPreview } from '../../affected/impact-preview.tsx'
import { LostFormatsNotice } from '../../affected/lost-formats-notice.tsx'
import { ChangeHarms } from '../../builds/build-mismatches.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { ChangePromises } from '../../promises/change-promises.tsx'
import classes from './change-screen.module.css'

/** Converts an entry to an edit of the published state. */
const editOf = ({ kind, key, document }: ShownEntry): ProposedDocument =>
  // Safe cast: an entry has a document of its kind.
  ({ kind, key, document }) as ProposedDocument

/** Who would get another variant in each environment if the change were published now. Reviewers approve this. */
export function ChangeMoves(props: {
  project: string
  change: Change
  environments: readonly Environment[]
}): ReactNode {
  const { project, change, environments } = props
  // Published and withdrawn changes move no users.
  if (change.state === 'applied' || change.state === 'withdrawn') return null
  const there = [...new Set(change.entries.map(({ environment }) => environment))]
  return (
    <section aria-labelledby="moves">
      <h3 id="moves" className={classes['heading']}>
        Who moves
      </h3>
      {there.map((key) => {
        const environment = environments.find((one) => one.key === key)
        const edits = change.entries.filter((entry) => entry.environment === key).map(editOf)
        return (
          <div key={key} className={classes['environment']}>
            <h4 className={classes['place']}>
              {environment ? <EnvironmentMark environment={environment} strong /> : key}
            </h4>
            <ImpactPreview project={project} environment={key} edits={edits} details />
            {environment === undefined ? null : (
              <>
                <LostFormatsNotice project={project} environment={environment} edits={edits} />
                <ChangeHarms project={project} environment={environment} edits={edits} />
                <ChangePromises project={project} environment={environment} edits={edits} />
              </>
            )}
          </div>
        )
      })}
    </section>
  )
}
