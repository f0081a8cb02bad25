-- True when the label policy withholds anything from the viewer.
create function viewer_has_label_rules() returns boolean
language plpgsql stable
as $$ begin return current_setting('vouch.withheld_labels', true) is distinct from '0 & !0'; end $$
