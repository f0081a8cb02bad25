-- True when the viewer sees an item that the quarantine names.
create function viewer_sees_item_of_quarantine(of_quarantine text) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select 1 from quarantined_items seen where seen.tenant = viewer_tenant() and seen.quarantine_id = of_quarantine
  );
end
$$
