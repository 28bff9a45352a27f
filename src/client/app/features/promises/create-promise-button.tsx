import { Button } from '@mantine/core'
import { IconShieldPlus } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Statement } from '../../../../shared/features/promises/schemas/promise.ts'
import { limits } from '../../../../shared/limits.ts'
import { promiseSentence } from '../../../../shared/text/promise/promise-sentence.ts'
import { lazyPart } from '../../components/lazy-part.ts'
import { trpc } from '../../trpc.ts'
import classes from './promises.module.css'

const PromiseDialog = lazyPart(async () => (await import('./promise-dialog.tsx')).PromiseDialog)

/**
 * Button that opens the promise editor with a statement from this page. Empty if the user may not create promises, or
 * if the statement is too long for a sentence.
 */
export function CreatePromiseButton(props: {
  project: string
  environment: string
  statement: Statement
  /** Creates an example of the flag instead of a promise of the project. */
  example?: boolean
}): ReactNode {
  const { project, environment, statement, example = false } = props
  const can = trpc.members.can.useQuery({ project }).data?.environments[environment]
  const [open, setOpen] = useState(false)
  const sentence = promiseSentence(statement)
  if (can?.[example ? 'flag.edit' : 'promise.edit'].ok !== true || sentence.length > limits.promiseLength) return null
  return (
    <>
      <Button
        className={classes['this'] ?? ''}
        variant="subtle"
        size="compact-xs"
        leftSection={<IconShieldPlus size={14} aria-hidden />}
        title={sentence.length > 300 ? undefined : sentence}
        onClick={() => setOpen(true)}
      >
        Promise this…
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <PromiseDialog
            project={project}
            promise={null}
            flag={example ? statement.flag : undefined}
            begin={{ sentence, environments: [environment] }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
