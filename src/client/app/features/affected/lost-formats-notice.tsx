import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/features/projects/schemas/project.ts'
import type { ProposedDocument } from './effect-question.ts'
import { LostFormatsList } from './lost-formats-list.tsx'
import { useLostFormats } from './use-lost-formats.ts'

/** Shows what SDKs of other systems would no longer receive from an environment if these edits were published. */
export function LostFormatsNotice(props: {
  project: string
  environment: Environment
  edits: readonly ProposedDocument[]
}): ReactNode {
  return <LostFormatsList lost={useLostFormats(props, props.edits.length > 0)} />
}
