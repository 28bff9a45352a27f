import type { ReactNode } from 'react'
import { type ImportSummary, Verdict } from '../../../../../shared/features/imports/schemas/import.ts'
import classes from './imports.module.css'
import { verdictWords } from './words.ts'

export function VerdictBar({ summary: { verdicts } }: { summary: ImportSummary }): ReactNode {
  const all = Verdict.options
  const label = all.map((verdict) => `${verdicts[verdict]} ${verdictWords[verdict].name.toLowerCase()}`).join(', ')
  return (
    <section className={classes['verdicts']} aria-label="Results of the import">
      <div className={classes['bar']} role="img" aria-label={label}>
        {all.map((verdict) =>
          verdicts[verdict] === 0 ? null : (
            <span key={verdict} data-tone={verdictWords[verdict].tone} style={{ flexGrow: verdicts[verdict] }} />
          ),
        )}
      </div>
      <dl className={classes['counts']}>
        {all.map((verdict) => {
          const { name, says, tone, icon: Picture } = verdictWords[verdict]
          return (
            <div key={verdict}>
              <dt data-tone={tone}>
                <Picture size={16} stroke={1.75} aria-hidden /> {name}
              </dt>
              <dd className={classes['number']}>{verdicts[verdict]}</dd>
              <dd className={classes['says']}>{says}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
