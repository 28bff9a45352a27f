import type { ReactNode } from 'react'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { documentLines } from '../../../../shared/text/diff/document-lines.ts'
import { Sentence } from '../targeting/sentence.tsx'
import classes from './document-view.module.css'

export function DocumentView({ document }: { document: FlagDocument | SegmentDocument }): ReactNode {
  return (
    <dl className={classes['lines']}>
      {documentLines(document).map(({ label, words }, i) => (
        // Rule names need not be unique, so lines are identified by position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i}>
          <dt>{label}</dt>
          <dd>
            <Sentence words={words} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
