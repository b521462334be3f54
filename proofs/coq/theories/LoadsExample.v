(** LoadsExample.v -- the definitions about loads are not empty: a brick on a table that the wind pushes and something
    twists. Without friction it slides, with friction 1/2 it can stand, and with 2/5 it falls. *)
Require Import List Bool Ascii String NArith ZArith QArith Reals Qreals Lra.
From Zwang Require Import Format Meaning Numbers Loads Checker Statics Normal Json Limits Read Gauss Friction Coulomb.
Import ListNotations.
Open Scope string_scope.
Open Scope Q_scope.

(** A table of width 8 with its top at height 0, and a brick of width 2, height 1 and mass 2 on it, at rest. A force of
    1 to the right acts on the upper edge of the brick, and a torque of 1/4 beside it. *)
Definition pushed_scene (mu : Q) : scene Q :=
  Scene (Point 0 (-1))
    [ Body "table" [[Point (-4) (-1); Point 4 (-1); Point 4 0; Point (-4) 0]] None mu;
      Body "brick" [[Point (-1) 0; Point 1 0; Point 1 1; Point (-1) 1]]
        (Some (Matter 2 (Point 0 (1#2)) (5#6) (Point 0 0) 0)) mu ]
    [] []
    [ DeadLoad "twist" 1 (Point 0 (1#2)) (Point 0 0) (1#4); DeadLoad "wind" 1 (Point 0 1) (Point 1 0) 0 ].

(** (1/2, -1), and (-1/2 + 1/4) / (5/6). *)
Example pushed_free mu :
  free_acceleration (real_scene (pushed_scene mu)) 1%N = Twist (1/2)%R (-1)%R (-3/10)%R.
Proof.
  unfold free_acceleration, force_on, torque_on, loads_on, plus, minus, times, zero, cross; simpl.
  unfold Q2R; simpl. f_equal; lra.
Qed.

(** The lower vertices carry 7/8 and 9/8: together the weight, and their torque takes back the 1/4 that is left. *)
Definition pushed_proof : proof :=
  Proof "" [Separation 0 0 1 0 0 2] [Contact 1 0 0 0 0 2; Contact 1 0 1 0 0 2] []
    [Group [1%N] [Case [] (Some (Optimum 64 [Twist 32 0 0]%Z None)) [(0%N, 7%Z); (1%N, 9%Z)] []] [0%N]].

Example pushed_accepted : check (pushed_scene 0) pushed_proof = true.
Proof. vm_compute. reflexivity. Qed.

Definition pushed_statics (said : trial) : statics :=
  Statics "" [Separation 0 0 1 0 0 2] [Contact 1 0 0 0 0 2; Contact 1 0 1 0 0 2] []
          [StaticsGroup [1%N] [StaticsCase [] said]].

Definition pushed_held : trial := Held 128 [(0%N, (10, 5)%Z); (1%N, (22, 11)%Z)] [].
Definition pushed_falling : trial := Falling [Twist 5 2 0]%Z.

Example pushed_can_stand :
  check_statics (pushed_scene (1#2)) (pushed_statics pushed_held) = true /\
  finding_of (pushed_statics pushed_held) = CanStand.
Proof. split; vm_compute; reflexivity. Qed.

Example pushed_falls :
  check_statics (pushed_scene (2#5)) (pushed_statics pushed_falling) = true /\
  finding_of (pushed_statics pushed_falling) = Falls.
Proof. split; vm_compute; reflexivity. Qed.

(** A torque alone makes a body fall, too, with any friction. *)
Definition twisted_scene : scene Q :=
  Scene (Point 0 (-1))
    [ Body "table" [[Point (-4) (-1); Point 4 (-1); Point 4 0; Point (-4) 0]] None 1;
      Body "brick" [[Point (-1) 0; Point 1 0; Point 1 1; Point (-1) 1]]
        (Some (Matter 2 (Point 0 (1#2)) (5#6) (Point 0 0) 0)) 1 ]
    [] [] [ DeadLoad "twist" 1 (Point 0 (1#2)) (Point 0 0) (-3) ].

(** It tips over its lower right corner, which the velocity (1, 2) with the spin -2 leaves where it is. *)
Example twisted_falls :
  check_statics twisted_scene (pushed_statics (Falling [Twist 1 2 (-2)]%Z)) = true.
Proof. vm_compute. reflexivity. Qed.

(** So the answer is what Gauss' principle demands with the loads, and with less friction no forces hold the brick. *)
Example pushed_demanded : demanded (real_scene (pushed_scene 0)) pushed_proof.
Proof. apply check_demanded, pushed_accepted. Qed.

Example pushed_is_settled :
  settled_as (real_scene (pushed_scene (1#2))) (skeleton (pushed_statics pushed_held)) CanStand.
Proof. destruct pushed_can_stand as [H <-]. now apply check_settled. Qed.

(** ** Which loads a scene may have *)

Definition loaded (ls : list (dead_load Q)) : scene Q :=
  Scene (Point 0 (-1))
    [ Body "free" [[Point 0 0; Point 1 0; Point 0 1]] (Some (Matter 1 (Point 0 0) 1 (Point 0 0) 0)) 0;
      Body "fixed" [[Point 5 0; Point 6 0; Point 5 1]] None 0 ] [] [] ls.

Definition twist_of (name : string) (b : N) (torque : Q) : dead_load Q :=
  DeadLoad name b (Point 0 0) (Point 0 0) torque.

(** A scene is read as it was written, and loads ascend as bytes do, not as the words of UTF-16. *)
Definition two_loads : scene Q :=
  loaded [ DeadLoad "a ""b"" \" 0 (Point (1#2) (-3)) (Point (-1#3) 0) 0;
           twist_of "ﬀ" 0 (-2); twist_of "𝄞" 0 (1#7) ].
Example loads_are_read : read_scene (canonical two_loads) = Some two_loads.
Proof. vm_compute. reflexivity. Qed.

Example loads_are_written :
  canonical (loaded [ DeadLoad "wind" 0 (Point (1#2) (-3)) (Point (-1#3) 0) 7 ]) =
  text_of ("{""format"":""zwang-scene-1"",""gravity"":[""0"",""-1""],""bodies"":[{""name"":""free"",""fixed"":false," ++
    """parts"":[[[""0"",""0""],[""1"",""0""],[""0"",""1""]]],""mass"":""1"",""centroid"":[""0"",""0""]," ++
    """inertia"":""1"",""velocity"":[""0"",""0""],""spin"":""0""},{""name"":""fixed"",""fixed"":true," ++
    """parts"":[[[""5"",""0""],[""6"",""0""],[""5"",""1""]]]}],""pins"":[],""loads"":[{""name"":""wind""," ++
    """body"":""free"",""at"":[""1/2"",""-3""],""force"":[""-1/3"",""0""],""torque"":""7""}]}").
Proof. vm_compute. reflexivity. Qed.

(** 2^65532 has 65,533 bits; its denominator and the other two numbers have one more each. *)
Definition heavy (more : Z) (x : Q) : dead_load Q :=
  DeadLoad "heavy" 0 (Point x 0) (Point (2 ^ (65532 + more) # 1) 0) 0.

Example loads_within_limits :
  map (fun ls => within_limits (loaded ls))
    [ []; [twist_of "a" 0 1; twist_of "b" 0 1]; [heavy 0 0]; [heavy (-3) 1];
      [DeadLoad "a" 0 (Point 0 0) (Point 1 0) 0]; [DeadLoad "a" 0 (Point 0 0) (Point 0 1) 0] ]
  = [ true; true; true; true; true; true ].
Proof. vm_compute. reflexivity. Qed.

(** Loads on a fixed body, on none, that are 0, without a name, with a control character, out of order, of one name, or
    with more than 2^16 bits, also together. *)
Example loads_beyond_limits :
  map (fun ls => within_limits (loaded ls))
    [ [twist_of "a" 1 1]; [twist_of "a" 2 1]; [twist_of "a" 0 0]; [twist_of "" 0 1];
      [twist_of (String (ascii_of_nat 9) "") 0 1]; [twist_of "b" 0 1; twist_of "a" 0 1]; [twist_of "a" 0 1; twist_of "a" 0 1];
      [heavy 1 0]; [heavy (-2) 1]; [heavy 0 0; twist_of "i" 0 1] ]
  = [ false; false; false; false; false; false; false; false; false; false ].
Proof. vm_compute. reflexivity. Qed.
