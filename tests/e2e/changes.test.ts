// Runs all tests of changes with one server and one browser.
import './changes/lives.ts'
import './changes/required.ts'
import './changes/others.ts'
