// One server and one browser for all that is about changes.
import './changes/lives.ts'
import './changes/required.ts'
import './changes/others.ts'
