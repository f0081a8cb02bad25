-- The tenant's label policy as it is stored, which is the one with the highest revision; null when there is none.
create function label_policy_in_force() returns jsonb
language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object('mode', p.mode, 'rules', p.rules)
    from label_policies p
    where p.tenant = viewer_tenant()
    order by p.revision desc
    limit 1
  );
end
$$
