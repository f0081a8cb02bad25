import { contractOperations, readAgainstSchema } from '/work/team/graph/test/support/contract.ts';
import { laterFields } from '/work/team/graph/test/support/later-fields.ts';
const all = new Set(contractOperations.flatMap(({document}) => readAgainstSchema(document).missing));
console.log('unlisted', [...all].filter((f)=>!laterFields.includes(f)), 'stale', laterFields.filter((f)=>!all.has(f)));
