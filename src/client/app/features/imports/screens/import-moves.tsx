import { type ReactNode, useState } from 'react'
import type { ImportSource } from '../../../../../shared/features/imports/schemas/import.ts'
import type { Environment } from '../../../../../shared/features/projects/schemas/project.ts'
import { counted } from '../../../../../shared/text/rules/percent.ts'
import { trpc } from '../../../trpc.ts'
import type { ProposedDocument } from '../../affected/effect-question.ts'
import { ImpactPreview } from '../../affected/impact-preview.tsx'
import { EnvironmentMark } from '../../environments/environment-mark.tsx'
import { TouchedPromises } from '../../promises/touched-promises.tsx'
import { type InvariantCheckInput as Published, useAffectedInvariants } from '../../promises/use-affected-invariants.ts'
import classes from './imports.module.css'
import type { Choice } from './selection.ts'

type ImportMovesProps = { project: string; source: ImportSource; choice: Choice }

/** Who would move in each environment if this were imported. Only flags that are already published can move users. */
export function ImportMoves({ project, source, choice }: ImportMovesProps): ReactNode {
  const environments = trpc.environments.list.useQuery({ project }).data ?? []
  const mapped = new Set(Object.values(source.run.mapping))
  return environments
    .filter(({ key }) => mapped.has(key))
    .map((environment) => (
      <MovesIn key={environment.key} project={project} source={source} choice={choice} environment={environment} />
    ))
}

function MovesIn({ project, source, choice, environment }: ImportMovesProps & { environment: Environment }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { data } = trpc.imports.edits.useQuery({
    ...{ project, source: source.number, environment: environment.key },
    leaveOut: [...choice.leaveOut.values()],
    replace: [...choice.replace.values()],
  })
  if (data === undefined || data.edits.length === 0) return null
  // Safe cast: an entry has a document of its kind.
  const edits = data.edits as ProposedDocument[]
  return (
    <details className={classes['moves']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Who moves in <EnvironmentMark environment={environment} strong />{' '}
        <span className={classes['lead']}>
          {counted(edits.length + data.more, 'live flag or segment', 'live flags and segments')} replaced
        </span>
      </summary>
      {isOpen ? (
        <div>
          <ImpactPreview project={project} environment={environment.key} edits={edits} />
          {data.more > 0 ? <p>{data.more} more were not looked at.</p> : null}
          <Broken project={project} environment={environment} edits={edits} />
        </div>
      ) : null}
    </details>
  )
}

/** Promises that would block the import. */
function Broken(published: Published): ReactNode {
  const { project, environment } = published
  return (
    <TouchedPromises
      project={project}
      environment={environment}
      touched={useAffectedInvariants(published)}
      busy={false}
      inner
    />
  )
}
