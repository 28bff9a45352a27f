import { Button, Modal } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Leaf } from '../../../../shared/schemas/condition.ts'
import { CreateSegmentInput } from '../../../../shared/schemas/segment-view.ts'
import { counted } from '../../../../shared/text/rules/percent.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { NameAndKeyForm } from '../../components/name-and-key-form.tsx'
import { done } from '../../components/toast.tsx'
import { trpc } from '../../trpc.ts'
import classes from './condition-editor.module.css'
import { segmentOf } from './segment-of.ts'

/** Makes a segment of a long list, in whose place the rule then names it. Nobody is served anything else by that. */
export function MakeSegment({ leaf, onMade }: { leaf: Leaf; onMade: (segment: string) => void }): ReactNode {
  const { project = '' } = useParams({ strict: false })
  const [opened, setOpened] = useState(false)
  const utils = trpc.useUtils()
  const create = trpc.segments.create.useMutation({
    onSuccess: async ({ key, name }) => {
      await utils.segments.list.invalidate({ project })
      setOpened(false)
      onMade(key)
      done(`Created segment ${name}`)
    },
  })
  return (
    <div className={classes['makeSegment']}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconUsersGroup size={14} />}
        onClick={() => setOpened(true)}
      >
        Make a segment
      </Button>
      {opened ? (
        <Modal
          opened
          onClose={() => setOpened(false)}
          title={`Make a segment of ${counted(leaf.values.length, 'value')}`}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <NameAndKeyForm
            schema={CreateSegmentInput.pick({ name: true, key: true })}
            placeholder="Beta testers"
            maxKeyLength={100}
            submit="Create segment"
            pending={create.isPending}
            refusal={create.error ? refusalOf(create.error) : null}
            onSubmit={(value) => create.mutate({ project, ...value, document: segmentOf(leaf) ?? undefined })}
          />
        </Modal>
      ) : null}
    </div>
  )
}
