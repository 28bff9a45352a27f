import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { collapsedText } from '../../../../shared/text/collapse.ts'
import classes from './condition-editor.module.css'
import { KnownSegments } from './known-segments.ts'

/** Summary of the segment in a line, with a link. */
export function SegmentContents({ segment }: { segment: string }): ReactNode {
  const known = use(KnownSegments).get(segment)
  const { project } = useParams({ strict: false })
  if (known === undefined || project === undefined) return null
  return (
    <p className={classes['contents']}>
      <Link to="/p/$project/segments/$segment" params={{ project, segment }}>
        {known.name}
      </Link>
      : {collapsedText(known.summary)}
    </p>
  )
}
